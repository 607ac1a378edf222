/** The name of a country in the language of the page; its two letters where there is none. */
export function regionName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' }).of(code) ?? code
  } catch {
    return code
  }
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** Have a name and are no country: unions, and codes that are not in use. */
const noCountries = new Set([
  'EU',
  'EZ',
  'UN',
  'QO',
  'XA',
  'XB',
  'ZZ',
  'AC',
  'CP',
  'DG',
  'EA',
  'IC',
  'TA',
  'CQ',
  'XK2',
])
const former = new Set([
  'AN',
  'BU',
  'CS',
  'CT',
  'DD',
  'DY',
  'FQ',
  'FX',
  'HV',
  'JT',
  'MI',
  'NH',
  'NQ',
  'NT',
  'PC',
  'PU',
  'PZ',
  'RH',
  'SU',
  'TP',
  'UK',
  'VD',
  'WK',
  'YD',
  'YU',
  'ZR',
])

/** Every country that the browser has a name for, in the order of the language. */
export function listRegions(locale: string): readonly { readonly code: string; readonly name: string }[] {
  const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' })
  const all = letters.flatMap((first) =>
    letters.flatMap((second) => {
      const code = first + second
      const name = noCountries.has(code) || former.has(code) ? undefined : names.of(code)
      return name === undefined ? [] : [{ code, name }]
    }),
  )
  return all.sort((one, other) => one.name.localeCompare(other.name, locale))
}
