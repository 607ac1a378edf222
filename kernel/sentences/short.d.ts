/**
 * A sentence about something that does not fit together, for hosts and authors of plugins. With the condition
 * `production` it is its name and what it is about.
 */
export declare const say: (name: string, ...parts: readonly unknown[]) => string

/**
 * Whether sentences for developers may be long: false where the page is built with the import condition `production`, as Vite
 * and webpack do for what people use. Bundlers put its value in place of it, so what only the other case needs is not
 * in the page. Say in both cases which option or member is meant, and say what belongs there in development.
 *
 * @example
 * throw new KernelError(inDevelopment ? `"url" must be an https URL, not "${url}".` : '"url"', { code, docsPath })
 */
export declare const inDevelopment: boolean
