import { type Claim, useClaim, useDetail } from "../claim";
import { Row } from "../layout/row";
import { t } from "../texts";

/** Shows one part of a claim, and says when there is nothing to show. */
export function ${title}() {
  const claim = useClaim();
  return (
    <section aria-label={t("${part}.title")}>
${lines(rows)}
    </section>
  );
}
${join(details, "")}