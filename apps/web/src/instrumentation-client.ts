// Zod tests whether it may compile code, which the content security policy blocks and reports each time. Set
// the option where zod reads it instead of with zod's `config`, which every page would have to load.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
