import type { BrowserContext, Page } from "@playwright/test";

/**
 * Texts that do something if a page treats them as code: each reports its name to `ran`, or changes the page.
 */
export const HOSTILE_TEXTS = {
  script: "<script>ran('script')</script>",
  drawing: "<svg/onload=ran('drawing')>",
  "script in a drawing": "<svg><script>ran('drawn')</script></svg>",
  image: "<img src=x onerror=ran('image')>",
  "end of an attribute": `"'><img src=x onerror=ran('attribute')>`,
  "end of a script": "</script><script>ran('end')</script>",
  details: "<details open ontoggle=ran('details')>x</details>",
  entities: "&lt;img src=x onerror=ran('entities')&gt;",
  template: "{{ran('template')}}",
  frame: `<iframe srcdoc="<img src=x onerror=parent.ran('frame')>"></iframe>`,
  "address of a frame": "<iframe src=javascript:parent.ran('address')></iframe>",
  link: "<a href=javascript:ran('link')>read</a>",
  form: "<form action=javascript:ran('form')><button>read</button></form>",
  "link of Markdown": "[read](javascript:ran('Markdown'))",
  "link in other letters": "[read](JaVa&#115;cript:ran('letters'))",
  "data as a link": "[read](data:text/html,<script>ran('data')</script>)",
  "older script": "[read](vbscript:ran('older'))",
  "image of Markdown": "![read](javascript:ran('image'))",
  base: "<base href=//elsewhere.invalid/>",
  style: "<style>html{--changed:1}</style>",
  refresh: "<meta http-equiv=refresh content='999;url=//elsewhere.invalid/'>",
} as const;

/** Actions that pages attempted. */
export interface Attempts {
  /** Hostile texts that ran. */
  readonly ran: string[];
  /** Violations that the content security policy reported. */
  readonly refused: string[];
}

/** Records what hostile texts do in the pages of a browser from now on. */
export async function watchAttempts(context: BrowserContext): Promise<Attempts> {
  const attempts: Attempts = { ran: [], refused: [] };
  await context.exposeFunction("ran", (name: string) => attempts.ran.push(name));
  await context.exposeFunction("refused", (what: string) => attempts.refused.push(what));
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
      Reflect.get(window, "refused")(`${location.href}: ${violatedDirective} ${blockedURI} ${sample}`),
    );
  });
  return attempts;
}

/** Returns elements that could act on a click or have changed the page. Baton's own pages contain none. */
export function findActive(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const addresses = ["href", "src", "action", "formaction", "data", "xlink:href"];
    const active = [...document.querySelectorAll("*")].filter((element) => {
      if (element.matches("iframe, object, embed, base, meta[http-equiv=refresh]")) return true;
      if ([...element.attributes].some(({ name }) => name.startsWith("on"))) return true;
      return addresses.some((name) =>
        /^\s*(?:javascript|vbscript|data:(?!image\/))/i.test(element.getAttribute(name) ?? ""),
      );
    });
    const changed = getComputedStyle(document.documentElement).getPropertyValue("--changed");
    return [...active.map(({ outerHTML }) => outerHTML), ...(changed ? ["a style"] : [])];
  });
}

/** Returns an insecure page that interprets a text as HTML twice, as Markdown, and as a template. */
export function trustText(text: string): string {
  const linked = text
    .replace(/\[\w+\]\((.*)\)/, `<a href="$1">read</a>`)
    .replace(/\{\{(.*)\}\}/, "<script>$1</script>")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">");
  return `<!doctype html><title>Trusting</title><p>${linked}`;
}
