import { expect, it } from 'vitest'
import { checkHarness } from './harnessGaps.js'

const needs = [
  { member: 'reject', unseen: 'a person who declines is believed' },
  { member: 'hold', unseen: 'an answer that comes too late is given back' },
] as const
type Member = (typeof needs)[number]['member']

const checked = (given: readonly Member[], lacks: readonly Member[] = []) => {
  try {
    checkHarness<Member>(needs, (member) => given.includes(member), lacks)
    return 'green'
  } catch (error) {
    return (error as Error).message
  }
}

it('is green where the harness has everything, or its author says what it lacks', () => {
  expect(checked(['reject', 'hold'])).toBe('green')
  expect(checked(['reject'], ['hold'])).toBe('green')
})

it('names what is missing, what nobody sees without it, and what to do', () => {
  expect(checked(['reject'])).toBe(
    'Expected the harness to have `hold`, without which nobody sees whether an answer that comes too late is given back: ' +
      'add it, or name in `lacks` of the suite’s options what your wallet or chain can’t do.',
  )
})

it('wants what the harness has by now out of the list', () => {
  expect(checked(['reject', 'hold'], ['hold'])).toBe(
    'Expected `lacks` to name what the harness doesn’t have, found `hold`: take out of `lacks` what the harness has by now.',
  )
})
