// Zod asks whether it may make code out of text: the content security policy refuses that, and
// would report each asking as an attempt. It is set where zod looks for it, and not by `config`
// of zod, which every page would have to load.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
