import { describe, expect, it } from 'vitest'
import { tellStates } from './tellStates.js'

describe('tellStates', () => {
  it('tells each transition as a row', () => {
    expect(
      tellStates(
        'stateDiagram-v2\n  [*] --> offered: ready | not\n  offered --> offered\n  offered --> [*]: ended\n',
      ),
    ).toBe(
      [
        '| From | What happens | To |',
        '| --- | --- | --- |',
        '| (start) | ready \\| not | **offered** |',
        '| **offered** |  | **offered** |',
        '| **offered** | ended | (end) |',
      ].join('\n'),
    )
  })

  it.each(['flowchart TB\n a --> b', 'stateDiagram-v2\n state x {'])('refuses %j', (code) => {
    expect(() => tellStates(code)).toThrow(/states|told/)
  })
})
