
function ${name}({ claim }: { claim: Claim }) {
  const { value, isLoading, error, retry } = useDetail(claim, "${id}");
  if (isLoading) return <Row label={t("${part}.${id}.label")} isBusy />;
  if (error) {
    return (
      <Row label={t("${part}.${id}.label")}>
        <p role="alert">{t("${part}.${id}.failed")}</p>
        <button type="button" onClick={retry}>{t("${part}.retry")}</button>
      </Row>
    );
  }
  return <Row label={t("${part}.${id}.label")}>{value ?? t("${part}.${id}.missing")}</Row>;
}
