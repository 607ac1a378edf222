export const socialProviders = ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook'] as const
export type SocialProvider = (typeof socialProviders)[number]

/** Farcaster signs in by a code that a phone scans, not by a redirect. */
export const redirectProviders = ['google', 'github', 'apple', 'facebook', 'x', 'discord'] as const
export type RedirectProvider = (typeof redirectProviders)[number]

/** What a person may be logged in by. `token`: the host vouched. */
export const loginWays = ['email', 'passkey', 'token', ...socialProviders] as const
export type LoginWay = (typeof loginWays)[number]
