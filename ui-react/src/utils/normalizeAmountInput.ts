/**
 * Turns what a person typed or pasted into a decimal string with a point, or `undefined` when it is not an
 * amount and the keystroke should be ignored.
 *
 * A single `.` or `,` is always the decimal mark, whatever the locale. So `1,234` reads as 1.234 and not
 * as 1234: a mistake can only make the amount smaller, and the field shows the reading at once. A mark
 * that occurs twice, or the earlier of two different marks, is taken as grouping.
 *
 * @param decimals digits allowed after the mark; further ones are cut off
 */
export function normalizeAmountInput(text: string, decimals: number): string | undefined {
  const compact = text.replace(/[\s'’_\u00a0\u202f]/g, '')
  if (compact === '') return ''
  if (!/^[\d.,]+$/.test(compact)) return undefined
  const lastMark = Math.max(compact.lastIndexOf('.'), compact.lastIndexOf(','))
  if (lastMark < 0) return trimZeros(compact)
  const mark = compact.charAt(lastMark)
  const other = mark === '.' ? ',' : '.'
  const repeated = compact.indexOf(mark) !== lastMark
  if (repeated && compact.includes(other)) return undefined
  if (repeated) return trimZeros(compact.replaceAll(mark, ''))
  const whole = trimZeros(compact.slice(0, lastMark).replaceAll(other, '')) || '0'
  if (decimals === 0) return whole
  return `${whole}.${compact.slice(lastMark + 1, lastMark + 1 + decimals)}`
}

function trimZeros(whole: string): string {
  return whole.replace(/^0+(?=\d)/, '')
}
