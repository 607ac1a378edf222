import { plainText } from '@latchkey/kernel/plugin'
import type { LedgerReviewValue } from '../../../LedgerReview.js'
import { NotExplained } from './NotExplained.js'
import { keyOf, parsePath } from './paths.js'

export interface FieldRow {
  readonly label: string
  /** `undefined` for an item of a list that isn't shown: the others keep their places. */
  readonly value: LedgerReviewValue | undefined
}

/** A field that is shown: by its path, for the sentence that names it. */
export interface ShownField {
  readonly key: string
  readonly rows: readonly FieldRow[]
  readonly isAlways: boolean
  /** Words that somebody else wrote into the data. They have no place in a sentence of the descriptor's. */
  readonly isForeign: boolean
}

const part = /\{\{|\}\}|\{([^{}]{1,300})\}|[{}]/g
const longest = 300

/** Kinds whose words come from the descriptor or from the shell. A text from the data could make a sentence of its own. */
const sayable: ReadonlySet<LedgerReviewValue['kind']> = new Set([
  ...(['number', 'yesOrNo', 'address', 'amount', 'units', 'unlimited', 'token'] as const),
  ...(['date', 'duration', 'unit', 'block', 'text'] as const),
])

/**
 * A sentence with values of fields in it. `undefined` where it can't be made of fields that are always shown, as ERC-7730 demands: the
 * plain intent is shown then.
 */
export function interpolate(
  text: string,
  shown: readonly ShownField[],
): readonly (string | LedgerReviewValue)[] | undefined {
  if (text.length > longest) return undefined
  const parts: (string | LedgerReviewValue)[] = []
  let words = ''
  let at = 0
  for (const found of text.matchAll(part)) {
    words += text.slice(at, found.index)
    at = found.index + found[0].length
    const [, path] = found
    if (path === undefined) {
      if (found[0].length === 1) return undefined
      words += found[0].slice(1)
      continue
    }
    const value = valueAt(path, shown)
    if (!value) return undefined
    parts.push(words, value)
    words = ''
  }
  return [...parts, words + text.slice(at)]
    .map((own) => (typeof own === 'string' ? withEdges(own) : own))
    .filter((own) => own !== '')
}

function valueAt(path: string, shown: readonly ShownField[]): LedgerReviewValue | undefined {
  try {
    const key = keyOf(parsePath(path.trim()))
    const [field, ...more] = shown.filter((own) => own.key === key)
    const [row, ...others] = field?.rows ?? []
    if (!field?.isAlways || field.isForeign || more.length > 0 || others.length > 0) return undefined
    return row?.value && sayable.has(row.value.kind) ? row.value : undefined
  } catch (error) {
    if (error instanceof NotExplained) return undefined
    throw error
  }
}

/** Cleaned, with the spaces that part it from its neighbours. */
const withEdges = (text: string): string => {
  const clean = plainText(text, longest)
  if (clean === '') return text.trim() === text ? '' : ' '
  return `${/^\s/.test(text) ? ' ' : ''}${clean}${/\s$/.test(text) ? ' ' : ''}`
}
