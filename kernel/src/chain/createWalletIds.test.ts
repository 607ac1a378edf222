import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createWalletIds, markWallet, type WalletClaim } from './createWalletIds.js'

const claim = (change: Partial<WalletClaim> = {}): WalletClaim => ({
  prefix: 'test.wallet',
  name: 'Wallet',
  icon: 'data:image/png;base64,AA==',
  target: {},
  ...change,
})

it('marks a wallet by name and picture, the same each time', () => {
  expect(markWallet(claim())).toMatch(/^test\.wallet~[a-z0-9]+$/)
  expect(markWallet(claim())).toBe(markWallet(claim()))
  const others = [claim({ name: 'Wallets' }), claim({ icon: undefined }), claim({ prefix: 'other' })]
  const moved = claim({ name: 'Walle', icon: 'tdata:image/png;base64,AA==' })
  expect(new Set([claim(), moved, ...others].map(markWallet)).size).toBe(5)
})

describe('wallets that look the same', () => {
  it('are all numbered when they come together, and so is each that comes later', () => {
    const ids = createWalletIds()
    const base = markWallet(claim())
    expect(ids([claim(), claim()])).toEqual([
      { id: `${base}.2`, isAlone: false },
      { id: `${base}.3`, isAlone: false },
    ])
    expect(ids([claim()])).toEqual([{ id: `${base}.4`, isAlone: false }])
  })

  it('leave the id to the one that came first, after it has gone, too', () => {
    const ids = createWalletIds()
    const first = claim()
    const base = markWallet(first)
    expect(ids([first])).toEqual([{ id: base, isAlone: true }])
    expect(ids([claim()])).toEqual([{ id: `${base}.2`, isAlone: false }])
    expect(ids([first])).toEqual([{ id: base, isAlone: true }])
  })
})

it('never gives one id to two wallets, nor a wallet that may be asked beside one of its look', () => {
  const batches = fc.array(fc.array(fc.record({ look: fc.nat(2), wallet: fc.nat(5) }), { maxLength: 5 }))
  fc.assert(
    fc.property(batches, (list) => {
      const ids = createWalletIds()
      const targets = Array.from({ length: 6 }, () => ({}))
      const holders = new Map<string, unknown>()
      const alone = new Map<string, unknown>()
      for (const batch of list) {
        const claims = batch.map(({ look, wallet }) =>
          claim({ name: `Wallet ${look}`, target: targets[wallet]! }),
        )
        for (const [index, { id, isAlone }] of ids(claims).entries()) {
          const own = claims[index]!
          expect(holders.get(id) ?? own.target).toBe(own.target)
          holders.set(id, own.target)
          if (!isAlone) continue
          expect(id).toBe(markWallet(own))
          expect(alone.get(id) ?? own.target).toBe(own.target)
          alone.set(id, own.target)
        }
      }
    }),
  )
})
