import { expect, it } from 'vitest'
import { findCycles, workspaceNodes } from './workspaceCycles.js'

it.each([
  ['a line', { a: ['b'], b: ['c'], c: [] }, []],
  ['two ways to one', { a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }, []],
  ['a circle', { a: ['b'], b: ['c'], c: ['b'] }, [['b', 'c', 'b']]],
  ['itself', { a: ['a'] }, [['a', 'a']]],
])('finds the circles of %s', (_, graph, expected) => {
  expect(findCycles(Object.entries(graph).map(([name, needs]) => ({ name, needs })))).toEqual(expected)
})

it('finds no circle in this workspace, of which the package manager would warn at each install', () => {
  const nodes = workspaceNodes()
  expect(nodes.length).toBeGreaterThan(20)
  expect(findCycles(nodes)).toEqual([])
})
