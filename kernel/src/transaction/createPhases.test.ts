import { expect, it } from 'vitest'
import { createPhases, phaseNames, type TransactionPhase } from './createPhases.js'

const words = { ...phaseNames, asking: 'signing' } as const
type Word = (typeof words)[TransactionPhase] | 'approving'

function started() {
  const state: { phase: Word } = { phase: 'editing' }
  const errors: string[] = []
  const log = { error: (message: string) => void errors.push(message) }
  return { state, errors, phases: createPhases<Word>({ state, words, log }) }
}

it('writes the feature’s own word, and knows what it means', () => {
  const { state, phases } = started()
  expect(phases.to('asking', 'approving')).toBe(true)
  expect([state.phase, phases.current]).toEqual(['approving', 'asking'])
  phases.to('asking')
  expect(state.phase).toBe('signing')
})

it.each(['pending', 'confirmed', 'failed', 'undecided'] as const)(
  'leads from %s to nothing that hands it over again, until it is edited',
  (phase) => {
    const { state, phases, errors } = started()
    phases.to('asking')
    phases.to(phase)
    expect([phases.to('ready'), phases.to('asking')]).toEqual([false, false])
    expect([state.phase, phases.current]).toEqual([phase, phase])
    expect(errors).toHaveLength(2)
    expect([phases.to('editing'), phases.to('preparing'), phases.to('ready')]).toEqual([true, true, true])
  },
)
