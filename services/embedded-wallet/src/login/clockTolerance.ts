/** How far the clock of whoever signed a login may differ from the service's. Seconds. */
export const clockTolerance = 60
