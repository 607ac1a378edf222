/**
 * A sentence about something that does not fit together, for hosts and authors of plugins. With the condition
 * `production` it is its name and what it is about.
 */
export declare const say: (name: string, ...parts: readonly unknown[]) => string
