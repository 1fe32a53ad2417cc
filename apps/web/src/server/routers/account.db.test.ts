import { createAccount, createLink, getMembership, getPasswordHash, hasPassword } from "@baton/db";
import { authAccount, authLink, authSession } from "@baton/db/schema";
import { ensureWorkspace } from "@baton/db/write";
import { ensureFounder } from "@baton/services/account/ensure-founder";
import { TRPCError } from "@trpc/server";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWebDatabase } from "../../../test/web-database";
import { hashPassword } from "../hash-password";
import { identify } from "../identity";
import { appRouter } from "../root";
import { createCallerFactory } from "../trpc";

const PASSWORD = "correct horse battery";
const createCaller = createCallerFactory(appRouter);

let database: Awaited<ReturnType<typeof createWebDatabase>>;

beforeAll(async () => {
  database = await createWebDatabase();
  await ensureWorkspace(database.db, { workspaceId: "w", name: "W" });
});
afterAll(() => database.drop());

/** A browser: stores cookies and sends them with each request. */
class Browser {
  private cookies = new Map<string, string>();
  lastSet: string[] = [];

  /** @param host host name that it uses for the server. */
  constructor(private readonly host = "localhost") {}

  private headers(): Headers {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    return new Headers({ host: this.host, ...(cookie && { cookie }) });
  }

  async user() {
    return (await identify(this.headers())).user;
  }

  /** Returns the ID of its own sign-in. */
  async signInId(): Promise<string> {
    const { signIns } = await this.call((caller) => caller.account.get());
    const [own, ...others] = signIns.filter(({ isCurrent }) => isCurrent);
    if (!own || others.length > 0) throw new Error("one of the browsers is this one");
    return own.signInId;
  }

  /** Calls procedures, and stores the cookies of the response. */
  async call<Answer>(work: (caller: ReturnType<typeof createCaller>) => Promise<Answer>): Promise<Answer> {
    const responseHeaders = new Headers();
    const requestHeaders = this.headers();
    const identity = await identify(requestHeaders);
    const caller = createCaller({
      liveMark: "",
      ...identity,
      db: database.db,
      requestHeaders,
      responseHeaders,
    });
    try {
      return await work(caller);
    } finally {
      this.lastSet = responseHeaders.getSetCookie();
      for (const line of this.lastSet) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (/max-age=0/i.test(line)) this.cookies.delete(name);
        else this.cookies.set(name, value);
      }
    }
  }
}

const refused = (code: string) => (error: unknown) => {
  expect(error).toBeInstanceOf(TRPCError);
  expect(error).toMatchObject({ code });
};

async function buildLink(purpose: "sign_in" | "reset_password", userId?: string): Promise<string> {
  const owner = userId ?? (await ensureFounder(database.db)).id;
  return createLink(database.db, { userId: owner, purpose, lifetimeSeconds: 60 });
}

async function enterAsFounder(browser = new Browser()): Promise<Browser> {
  const token = await buildLink("sign_in");
  await browser.call((caller) => caller.account.signInByLink({ token }));
  return browser;
}

async function invite(browser: Browser, roles: ("viewer" | "admin")[] = ["viewer"]): Promise<string> {
  const { link } = await browser.call((caller) =>
    caller.invitations.create({ workspace: "w", email: null, roles, days: 1 }),
  );
  return new URL(link).hash.slice(1);
}

describe("the first sign-in", () => {
  it("uses a one-time link, and the account gets a password", async () => {
    const token = await buildLink("sign_in");
    const browser = new Browser();
    await browser.call((caller) => caller.account.signInByLink({ token }));
    expect(await browser.user()).toMatchObject({ name: "Local owner" });
    expect(browser.lastSet.join()).toMatch(/^baton\.session_token=[^;]+;.*HttpOnly.*SameSite=Lax/i);
    await new Browser()
      .call((caller) => caller.account.signInByLink({ token }))
      .then(() => expect.unreachable(), refused("UNAUTHORIZED"));
    expect((await browser.call((caller) => caller.workspaces.get({ workspace: "w" }))).roles).toEqual([
      "owner",
      "admin",
    ]);

    expect(await hasPassword(database.db)).toBe(false);
    const claim = { name: "Ada", email: "Ada@x.org", password: PASSWORD };
    const another = await enterAsFounder();
    const claims = [browser, another].map((each) => each.call((caller) => caller.account.claim(claim)));
    const outcomes = await Promise.allSettled(claims);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await browser
      .call((caller) => caller.account.claim(claim))
      .then(() => expect.unreachable(), refused("CONFLICT"));
    const elsewhere = new Browser();
    await elsewhere.call((caller) => caller.account.signIn({ email: "ADA@x.org", password: PASSWORD }));
    expect(await elsewhere.user()).toMatchObject({ name: "Ada", email: "ada@x.org" });
  });
});

describe("signing in", () => {
  it("gives the same response for an unknown email and a wrong password, and stops after ten attempts", async () => {
    const attempt = (email: string) =>
      new Browser()
        .call((caller) => caller.account.signIn({ email, password: "wrong password" }))
        .catch((error: TRPCError) => `${error.code}: ${error.message}`);
    const answers = [await attempt("ada@x.org"), await attempt("nobody@x.org")];
    expect(answers[0]).toMatch(/^UNAUTHORIZED/);
    expect(answers[1]).toBe(answers[0]);
    await Promise.all(Array.from({ length: 9 }, () => attempt("nobody@x.org")));
    expect(await attempt("Nobody@x.org")).toMatch(/^TOO_MANY_REQUESTS/);
  });

  it("cannot be faked by a forged or truncated cookie", async () => {
    const browser = await enterAsFounder();
    const [, value = ""] = /=([^;]*)/.exec(browser.lastSet[0] ?? "") ?? [];
    const [token = ""] = decodeURIComponent(value).split(".");
    const tryCookie = async (cookie: string) => {
      const headers = new Headers({ cookie: `baton.session_token=${encodeURIComponent(cookie)}` });
      return (await identify(headers)).user;
    };
    expect(await tryCookie(decodeURIComponent(value))).toMatchObject({ name: "Ada" });
    expect(await tryCookie(token)).toBeNull();
    expect(await tryCookie(`${token}.${"A".repeat(43)}=`)).toBeNull();
  });

  it("ends everywhere at once on request", async () => {
    const [one, two] = [await enterAsFounder(), await enterAsFounder()];
    await one.call((caller) => caller.account.signOutEverywhere());
    expect([await one.user(), await two.user()]).toEqual([null, null]);
  });

  it("ends in one browser only, and lists no sign-ins of other accounts", async () => {
    const [one, two] = [await enterAsFounder(), await enterAsFounder()];
    const { signIns } = await one.call((caller) => caller.account.get());
    expect(JSON.stringify(signIns)).not.toContain("token");
    const other = await two.signInId();
    const before = signIns.length;
    await one.call((caller) => caller.account.endSignIn({ signInId: other }));
    expect((await one.call((caller) => caller.account.get())).signIns).toHaveLength(before - 1);
    await two
      .call((caller) => caller.account.signOut())
      .then(() => expect.unreachable(), refused("UNAUTHORIZED"));
    expect(await two.user()).toBeNull();
    expect(await one.user()).not.toBeNull();
  });
});

describe("a session unused for a day", () => {
  it("is extended only if its cookie can be renewed", async () => {
    const browser = await enterAsFounder();
    const signInId = await browser.signInId();
    const expiry = new Date(Date.now() + 10 * 24 * 3600_000);
    await database.db.update(authSession).set({ expiresAt: expiry }).where(eq(authSession.id, signInId));
    expect(await browser.signInId()).toBe(signInId);
    const [session] = await database.db.select().from(authSession).where(eq(authSession.id, signInId));
    expect(session?.expiresAt).toEqual(expiry);
  });
});

describe("a password", () => {
  it("can be changed with the current one, which signs out every other browser", async () => {
    const [one, two] = [await enterAsFounder(), await enterAsFounder()];
    const change = (password: string) =>
      one.call((caller) => caller.account.changePassword({ password, newPassword: PASSWORD }));
    await change("wrong password").then(() => expect.unreachable(), refused("FORBIDDEN"));
    expect(await two.user()).not.toBeNull();
    await change(PASSWORD);
    expect(await one.user()).not.toBeNull();
    expect(await two.user()).toBeNull();
  });

  it("cannot be used for a sign-in once it is being changed", async () => {
    const email = "old@x.org";
    const passwordHash = await hashPassword(PASSWORD);
    const account = await createAccount(database.db, { name: "Old", email, passwordHash });
    const owner = new Browser();
    await owner.call((caller) => caller.account.signIn({ email, password: PASSWORD }));
    const thieves = Array.from({ length: 8 }, () => new Browser());
    const changing = owner.call(({ account }) =>
      account.changePassword({ password: PASSWORD, newPassword: "another horse battery" }),
    );
    const trying = thieves.map(async (thief, index) => {
      await new Promise((resolve) => setTimeout(resolve, index * 40));
      await thief.call(({ account }) => account.signIn({ email, password: PASSWORD })).catch(() => {});
    });
    await Promise.all([changing, ...trying]);
    const users = await Promise.all([owner, ...thieves].map((browser) => browser.user()));
    expect(users.map((user) => user?.id)).toEqual([account?.id, ...thieves.map(() => undefined)]);
  });

  it("is changed by only one of several simultaneous requests", async () => {
    const email = "twice@x.org";
    const passwordHash = await hashPassword(PASSWORD);
    await createAccount(database.db, { name: "Twice", email, passwordHash });
    const browsers = [new Browser(), new Browser()];
    for (const browser of browsers)
      await browser.call(({ account }) => account.signIn({ email, password: PASSWORD }));
    const changes = await Promise.allSettled(
      browsers.map((browser, index) =>
        browser.call(({ account }) =>
          account.changePassword({ password: PASSWORD, newPassword: `horse battery ${index}` }),
        ),
      ),
    );
    expect(changes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("cannot be created in an open browser for an account without one", async () => {
    const browser = await enterAsFounder();
    const id = (await browser.user())?.id ?? "";
    const [kept] = await database.db.delete(authAccount).where(eq(authAccount.userId, id)).returning();
    if (!kept) throw new Error("the founder had a password");
    const [change, claim] = [
      () => browser.call(({ account }) => account.changePassword({ password: "", newPassword: PASSWORD })),
      () => browser.call(({ account }) => account.claim({ name: "A", email: "a@x.org", password: PASSWORD })),
    ];
    await change().then(() => expect.unreachable(), refused("CONFLICT"));
    const provided = { id: "sso", userId: id, providerId: "oidc", accountId: "ada" };
    await database.db.insert(authAccount).values(provided);
    await change().then(() => expect.unreachable(), refused("CONFLICT"));
    await claim().then(() => expect.unreachable(), refused("CONFLICT"));
    expect(await browser.user()).toMatchObject({ name: "Ada", email: "ada@x.org" });
    expect(await getPasswordHash(database.db, { userId: id })).toBeNull();
    const other = await createAccount(database.db, { name: "Eve", email: "eve@x.org", passwordHash: "h" });
    for (const email of ["ada@x.org", "eve@x.org"]) {
      await new Browser().call(({ account }) => account.requestReset({ email }));
    }
    // Only one link is created, which shows that the other request creates none.
    await expect
      .poll(() => database.db.select({ userId: authLink.userId }).from(authLink))
      .toEqual([{ userId: other?.id }]);
    await database.db.delete(authAccount).where(eq(authAccount.id, "sso"));
    await database.db.insert(authAccount).values(kept);
  });

  it("can be reset by a one-time link, which ends all other sessions", async () => {
    const thief = await enterAsFounder();
    const token = await buildLink("reset_password");
    const browser = new Browser();
    const reset = () => browser.call((caller) => caller.account.resetPassword({ token, password: PASSWORD }));
    await reset();
    expect(await browser.user()).toMatchObject({ name: "Ada" });
    expect(await thief.user()).toBeNull();
    await reset().then(() => expect.unreachable(), refused("UNAUTHORIZED"));
  });

  it("invalidates earlier links when it changes, and so does a new email", async () => {
    const browser = await enterAsFounder();
    const toReset = await buildLink("reset_password");
    await browser.call(({ account }) =>
      account.changePassword({ password: PASSWORD, newPassword: PASSWORD }),
    );
    await new Browser()
      .call(({ account }) => account.resetPassword({ token: toReset, password: PASSWORD }))
      .then(() => expect.unreachable(), refused("UNAUTHORIZED"));
    const toSignIn = await buildLink("sign_in");
    await browser.call(({ account }) =>
      account.update({ name: "Ada", email: "ada@x.org", password: PASSWORD }),
    );
    await new Browser()
      .call(({ account }) => account.signInByLink({ token: toSignIn }))
      .then(() => expect.unreachable(), refused("UNAUTHORIZED"));
  });

  it("cannot be set with a sign-in link", async () => {
    const token = await buildLink("sign_in");
    await new Browser()
      .call((caller) => caller.account.resetPassword({ token, password: PASSWORD }))
      .then(() => expect.unreachable(), refused("UNAUTHORIZED"));
  });
});

describe("an invitation", () => {
  it("links to the configured address, regardless of the request's host", async () => {
    const browser = await enterAsFounder(new Browser("localhost:6666"));
    const { link } = await browser.call((caller) =>
      caller.invitations.create({ workspace: "w", email: null, roles: ["viewer"], days: 1 }),
    );
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:3000\/join#/);
  });

  it("creates an account with exactly its roles", async () => {
    const token = await invite(await enterAsFounder());
    const guest = new Browser();
    const opened = await guest.call((caller) => caller.invitations.open({ token }));
    expect(opened).toMatchObject({ workspaceName: "W", roles: ["viewer"], invitedBy: "Ada", user: null });
    const register = (browser: Browser) =>
      browser.call((caller) =>
        caller.invitations.register({ token, name: "Bob", email: "bob@x.org", password: PASSWORD }),
      );
    expect(await register(guest)).toEqual({ workspaceId: "w" });
    const bob = await guest.user();
    const membership = await getMembership(database.db, { workspaceId: "w", userId: bob?.id ?? "" });
    expect(membership?.roles).toEqual(["viewer"]);
    await register(new Browser()).then(() => expect.unreachable(), refused("NOT_FOUND"));
    await invite(guest).then(() => expect.unreachable(), refused("FORBIDDEN"));
  });

  it("creates no second account for an email, and stays valid after the attempt", async () => {
    const token = await invite(await enterAsFounder());
    const guest = new Browser();
    await guest
      .call((caller) =>
        caller.invitations.register({ token, name: "Eve", email: "ADA@x.org", password: PASSWORD }),
      )
      .then(() => expect.unreachable(), refused("CONFLICT"));
    expect(await guest.call((caller) => caller.invitations.open({ token }))).toMatchObject({
      workspaceId: "w",
    });
  });

  it("is recorded in the audit log, with the person who joined", async () => {
    const { rows } = await database.db.execute<{ action: string; actor_name: string }>(
      "select action, actor_name from audit_log where workspace_id = 'w' order by sequence",
    );
    expect([...rows].map(({ action, actor_name }) => `${action} by ${actor_name}`)).toEqual([
      "member.invite by Ada",
      "member.invite by Ada",
      "member.join by Bob",
      "member.invite by Ada",
    ]);
    expect(JSON.stringify([...rows])).not.toContain(PASSWORD);
  });
});
