import { formatUnits } from 'viem'
import type { LedgerReviewRow, LedgerReviewValue } from '../src/index.js'

/** A row as the registry's own tests write it. */
interface RegistryField {
  readonly label: string
  readonly value: string
}

/** Rows as the registry's own tests write them; items of a list have one label there. */
export const registryFields = (rows: readonly LedgerReviewRow[]): readonly RegistryField[] =>
  rows.map(({ label, value }) => ({ label: label.replace(/ #\d+$/, ''), value: registryText(value) }))

/** A value in the words of the registry's own tests. */
export function registryText(value: LedgerReviewValue): string {
  switch (value.kind) {
    case 'text':
      return value.text
    case 'number':
    case 'yesOrNo':
      return String(value.value)
    case 'address':
      return value.address
    case 'amount':
      return `${formatUnits(value.value, value.decimals)} ${value.symbol}`
    case 'unit':
      return `${formatUnits(value.value, value.decimals)}${value.unit}`
    case 'units':
      return String(value.value)
    case 'unlimited':
      return [value.message ?? 'Unlimited', value.symbol].filter(Boolean).join(' ')
    case 'token':
      return value.symbol
    case 'date':
      // no money: seconds
      return new Date(Number(value.seconds) * 1000).toISOString().replace('T', ' ').replace('.000', '')
    case 'duration': {
      const parts = [value.seconds / 3600n, (value.seconds / 60n) % 60n, value.seconds % 60n]
      return parts.map((part) => String(part).padStart(2, '0')).join(':')
    }
    case 'block':
      return `block ${value.value}`
    case 'bytes':
      return value.hex
    case 'collectible':
      return `${value.collection.address} ${value.value}`
    case 'call':
      return `call ${value.callee.address} ${value.data.hex}`
  }
}
