export {
  ALERT_FIGURE_KINDS,
  ALERT_FIGURES,
  type AlertFigure,
  type AlertFilter,
  type AlertFilterName,
  type FigurePart,
  figureOf,
} from "./alert-figure";
export {
  ALERT_COMPARISONS,
  ALERT_WINDOWS,
  type AlertComparison,
  AlertRule,
  WatchedFigure,
} from "./alert-rule";
export {
  ALERT_FIGURE_NAMES,
  describeAlertChange,
  describeAlertFilter,
  describeCondition,
  describeWindow,
  formatAlertFigure,
} from "./alert-words";
export {
  ALERT_CHANGES,
  ALERT_STATES,
  type AlertState,
  type AlertWindow,
  judgeAlert,
  replayAlert,
  windowAt,
} from "./judge-alert";
