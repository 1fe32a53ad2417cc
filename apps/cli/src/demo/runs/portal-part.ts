/** What a part of the portal shows of a claim, in the languages of its customers. */
const DETAILS = [
  { id: "received", en: "Received", de: "Eingegangen", fr: "Reçu", nl: "Ontvangen" },
  { id: "adjuster", en: "Adjuster", de: "Sachbearbeitung", fr: "Gestionnaire", nl: "Behandelaar" },
  { id: "damage", en: "Damage", de: "Schaden", fr: "Dommage", nl: "Schade" },
  { id: "excess", en: "Excess", de: "Selbstbehalt", fr: "Franchise", nl: "Eigen risico" },
  { id: "payment", en: "Payment", de: "Auszahlung", fr: "Paiement", nl: "Betaling" },
  { id: "documents", en: "Documents", de: "Unterlagen", fr: "Pièces", nl: "Documenten" },
  { id: "photos", en: "Photos", de: "Fotos", fr: "Photos", nl: "Foto's" },
  { id: "workshop", en: "Repair shop", de: "Werkstatt", fr: "Garage", nl: "Garage" },
  { id: "rental", en: "Rental car", de: "Mietwagen", fr: "Voiture de location", nl: "Huurauto" },
  { id: "appointment", en: "Appointment", de: "Termin", fr: "Rendez-vous", nl: "Afspraak" },
  { id: "witnesses", en: "Witnesses", de: "Zeugen", fr: "Témoins", nl: "Getuigen" },
  { id: "report", en: "Police report", de: "Polizeibericht", fr: "Procès-verbal", nl: "Proces-verbaal" },
  { id: "decision", en: "Decision", de: "Entscheidung", fr: "Décision", nl: "Beslissing" },
  { id: "objection", en: "Objection", de: "Widerspruch", fr: "Recours", nl: "Bezwaar" },
  { id: "contact", en: "Contact", de: "Kontakt", fr: "Contact", nl: "Contact" },
] as const;

type Detail = (typeof DETAILS)[number];

const LANGUAGES = {
  en: { missing: "not known yet", failed: "could not be loaded", retry: "Try again" },
  de: { missing: "noch nicht bekannt", failed: "konnte nicht geladen werden", retry: "Erneut versuchen" },
  fr: { missing: "pas encore connu", failed: "n'a pas pu être chargé", retry: "Réessayer" },
  nl: { missing: "nog niet bekend", failed: "kon niet worden geladen", retry: "Opnieuw proberen" },
} as const;

/**
 * The files of a part of the portal, by their paths: the component,
 * its tests, and its texts in four languages.
 */
export function writePart(part: string): Record<string, string> {
  return {
    [`src/portal/${part}.tsx`]: writeComponent(part),
    [`src/portal/${part}.test.tsx`]: writeTests(part),
    [`src/portal/${part}.texts.json`]: `${JSON.stringify(listTexts(part), null, 2)}\n`,
  };
}

const toName = (words: string) =>
  words
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");

function writeComponent(part: string): string {
  const title = toName(part);
  const details = DETAILS.map(
    ({ id }) => `
function ${toName(id)}({ claim }: { claim: Claim }) {
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
`,
  );
  return `import { type Claim, useClaim, useDetail } from "../claim";
import { Row } from "../layout/row";
import { t } from "../texts";

/** Shows one part of a claim, and says when there is nothing to show. */
export function ${title}() {
  const claim = useClaim();
  return (
    <section aria-label={t("${part}.title")}>
${DETAILS.map(({ id }) => `      <${toName(id)} claim={claim} />`).join("\n")}
    </section>
  );
}
${details.join("")}`;
}

function writeTests(part: string): string {
  const title = toName(part);
  const tests = DETAILS.map(
    ({ id, en }) => `
describe("${en.toLowerCase()}", () => {
  it("is shown", async () => {
    render(<${title} />, { claim: claimWith({ ${id}: "as the service says" }) });
    expect(await screen.findByText("as the service says")).toBeVisible();
  });

  it("is said to be missing where the service has none", async () => {
    render(<${title} />, { claim: claimWith({ ${id}: null }) });
    expect(await screen.findByText("${en} ${LANGUAGES.en.missing}")).toBeVisible();
  });

  it("can be asked for again where it failed", async () => {
    const service = failOnce("${id}");
    render(<${title} />, { service });
    await userEvent.click(await screen.findByRole("button", { name: "${LANGUAGES.en.retry}" }));
    expect(service.requests).toHaveLength(2);
  });
});
`,
  );
  return `import { claimWith, failOnce, render, screen, userEvent } from "../testing";
import { ${title} } from "./${part}";
${tests.join("")}`;
}

function listTexts(part: string): Record<string, Record<string, string>> {
  return Object.fromEntries(
    (["en", "de", "fr", "nl"] as const).map((language) => [
      language,
      Object.fromEntries([
        [`${part}.retry`, LANGUAGES[language].retry],
        ...DETAILS.flatMap((detail) => textsOf(part, detail, language)),
      ]),
    ]),
  );
}

function textsOf(part: string, detail: Detail, language: keyof typeof LANGUAGES): [string, string][] {
  const label = detail[language];
  const { missing, failed } = LANGUAGES[language];
  return [
    [`${part}.${detail.id}.label`, label],
    [`${part}.${detail.id}.missing`, `${label} ${missing}`],
    [`${part}.${detail.id}.failed`, `${label} ${failed}`],
  ];
}
