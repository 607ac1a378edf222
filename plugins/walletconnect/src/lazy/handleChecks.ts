type Check = (given: unknown) => Promise<void>

/** Checks the library starts on what a wallet sends and does not await. Its version is pinned. */
const checks = ['isValidUpdate', 'isValidExtend', 'isValidPing', 'isValidEmit', 'isValidDisconnect'] as const

/**
 * Keeps what fails one of these checks from becoming an unhandled rejection: a wallet and an app that end their
 * session at the same time are enough for it. A caller that awaits a check still hears of it.
 */
export function handleChecks(engine: unknown): void {
  const checked = engine as Partial<Record<(typeof checks)[number], Check>>
  for (const name of checks) {
    const check = checked[name]?.bind(engine)
    if (!check) continue
    checked[name] = (given) => {
      const outcome = check(given)
      outcome.catch(() => undefined)
      return outcome
    }
  }
}
