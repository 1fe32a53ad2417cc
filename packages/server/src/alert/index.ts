export {
  ALERT_COMPARISONS,
  ALERT_FIGURE_KINDS,
  ALERT_METRICS,
  type AlertComparison,
  type AlertFilter,
  type AlertFilterName,
  type AlertMetric,
  type MetricPart,
  metricOf,
  WEEKS_COMPARED,
} from "./alert-metric";
export { ALERT_WINDOWS, AlertRule, WatchedMetric } from "./alert-rule";
export {
  ALERT_FIGURE_NAMES,
  describeAlertChange,
  describeAlertFilter,
  describeCondition,
  describeLimit,
  describeWindow,
  formatAlertMetric,
} from "./alert-words";
export {
  ALERT_CHANGES,
  ALERT_STATES,
  type AlertState,
  type AlertWindow,
  evaluateAlert,
  lookBackOf,
  measureAlert,
  replayAlert,
  windowAt,
} from "./evaluate-alert";
