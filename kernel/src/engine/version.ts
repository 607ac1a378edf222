/** The kernel's version is its API version. Written by `scripts/version.ts`; a test compares it with package.json. */
export const version = '1.0.0'
