/**
 * The country of a language tag; of one without, where most people speak it. `US` where it can't be told, as of one that names a
 * part of the world: `es-419`.
 */
export function regionOf(language: string | undefined): string {
  try {
    const { region = 'US' } = new Intl.Locale(language ?? 'en-US').maximize()
    return /^[A-Z]{2}$/.test(region) ? region : 'US'
  } catch {
    return 'US'
  }
}
