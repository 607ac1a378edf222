/** The country of a language tag; of one without, where most people speak it. `US` where it can't be told. */
export function regionOf(language: string | undefined): string {
  try {
    return new Intl.Locale(language ?? 'en-US').maximize().region ?? 'US'
  } catch {
    return 'US'
  }
}
