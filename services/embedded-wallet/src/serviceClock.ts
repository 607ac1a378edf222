/** Time, so that tests own it. Milliseconds since 1970. */
export interface ServiceClock {
  now(): number
}

export const systemClock: ServiceClock = { now: () => Date.now() }
