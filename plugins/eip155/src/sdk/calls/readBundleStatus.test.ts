import { describe, expect, it } from 'vitest'
import { readBundleStatus } from './readBundleStatus.js'

const hash = `0x${'Ab'.repeat(32)}`
const receipt = { transactionHash: hash, status: '0x1', logs: [] }

describe('the state of calls', () => {
  it.each([
    [100, 'pending'],
    [101, 'pending'],
    [200, 'confirmed'],
    [299, 'confirmed'],
    [400, 'notSent'],
    [500, 'reverted'],
    [600, 'partial'],
    ['PENDING', 'pending'],
    ['CONFIRMED', 'confirmed'],
  ])('%s is %s', (status, state) => {
    expect(readBundleStatus({ status }).state).toBe(state)
  })

  it('names each transaction once', () => {
    const { transactions } = readBundleStatus({ status: 200, receipts: [receipt, receipt] })
    expect(transactions).toEqual([hash.toLowerCase()])
  })

  it.each<[string, unknown]>([
    ['nothing', null],
    ['text', 'CONFIRMED'],
    ['no status', {}],
    ['a status of no hundred', { status: 700 }],
    ['a status that is no number', { status: Number.NaN }],
    ['a word nobody knows', { status: 'DONE' }],
    ['receipts that are no list', { status: 200, receipts: 'none' }],
    ['a receipt without a hash', { status: 200, receipts: [{ status: '0x1' }] }],
    ['a hash that is none', { status: 200, receipts: [{ transactionHash: '0x12' }] }],
    ['more receipts than calls can have', { status: 200, receipts: Array(201).fill(receipt) }],
  ])('%s is refused', (_, answer) => {
    expect(() => readBundleStatus(answer)).toThrowError(
      expect.objectContaining({ code: 'WALLET_ANSWER_INVALID' }),
    )
  })
})
