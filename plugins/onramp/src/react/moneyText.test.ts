import { describe, expect, it } from 'vitest'
import { shortAssetText } from './moneyText.js'

const shown = (amount: string) => shortAssetText(amount, 'ETH', 'en').replaceAll(/[\u2066-\u2069]/g, '')

describe('shortAssetText', () => {
  it.each([
    ['0.032583333333333333', '0.032583\u00a0ETH'],
    ['97.75', '97.75\u00a0ETH'],
    ['0.000001999', '0.000001\u00a0ETH'],
    ['0.0000001', '0.0000001\u00a0ETH'],
    ['12', '12\u00a0ETH'],
    ['0', '0\u00a0ETH'],
  ])('writes %s as %s', (amount, text) => expect(shown(amount)).toBe(text))
})
