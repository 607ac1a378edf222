import { describe, expect, it } from 'vitest'
import { satisfiesKernelRange } from './compat.js'

describe('satisfiesKernelRange', () => {
  it.each([
    ['1.0.0', '^1.0.0', true],
    ['1.4.2', '^1.0.0', true],
    ['1.4.2', '^1.4.2', true],
    ['1.4.2', '^1.4.3', false],
    ['1.4.2', '^1.5.0', false],
    ['2.0.0', '^1.0.0', false],
    ['1.0.0', '^2.0.0', false],
    ['2.1.0', '^1.0.0 || ^2.0.0', true],
    ['1.0.0', '^1.0.0||^2.0.0', true],
    ['3.0.0', '^1.0.0 || ^2.0.0', false],
    ['10.0.0', '^1.0.0', false],
    ['1.10.0', '^1.9.0', true],
    ['0.2.3', '^0.2.1', true],
    ['0.3.0', '^0.2.1', false],
    ['0.0.3', '^0.0.3', true],
    ['0.0.4', '^0.0.3', false],
    ['1.0.0-beta.1', '^1.0.0', false],
    ['1.0.0', '^1.0.0-beta.1', undefined],
    ['1.0', '^1.0.0', false],
    ['1.0.0', '^1.0.0 || ^2.0.0-a', undefined],
    ['1.9.9', '^1', true],
    ['2.0.0', '^1', false],
    ['2.3.4', '^2', true],
    ['0.9.0', '^0', true],
    ['0.0.9', '^0.0', true],
    ['0.1.0', '^0.0', false],
    ['1.7.0', '1.x', true],
    ['2.0.0', '1.x', false],
    ['1.7.0', '1.7.*', true],
    ['1.8.0', '1.7.x', false],
    ['1.8.0', '1', true],
    ['1.2.3', '1.2.3', true],
    ['1.2.4', '=1.2.3', false],
    ['1.2.9', '~1.2.3', true],
    ['1.3.0', '~1.2.3', false],
    ['1.9.0', '~1', true],
    ['1.0.0', '>=1.0.0 <3', true],
    ['2.9.9', '>=1.0.0 <3', true],
    ['3.0.0', '>=1.0.0 <3', false],
    ['0.9.9', '>=1.0.0 <3', false],
    ['2.0.0', '>1', true],
    ['1.9.9', '>1', false],
    ['2.9.9', '<=2', true],
    ['3.0.0', '<=2', false],
    ['4.0.0', '>=1 <2 || >=4', true],
  ])('version %s and range %s: %s', (version, range, expected) => {
    expect(satisfiesKernelRange(version, range)).toBe(expected)
  })
})

describe('a range that', () => {
  it.each([
    '^1.0.0',
    '^0.1.0',
    '^1.0.0 || ^2.0.0',
    '^1.0.0||^2.0.0',
    '^1',
    '1.x',
    '~1.2',
    '>=1.0.0 <3',
    '1.0.0',
  ])('reads %s', (range) => {
    expect(satisfiesKernelRange('1.0.0', range)).toBeTypeOf('boolean')
  })
  it.each(['', '*', '^1.0.0 ||', '^1.0.0-a', 'x', 'latest', '>= 1.0.0', '1 - 2', '^1.2.3.4', 'workspace:^'])(
    'does not read "%s"',
    (range) => {
      expect(satisfiesKernelRange('1.0.0', range)).toBeUndefined()
    },
  )
})
