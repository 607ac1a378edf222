import { expect, it } from 'vitest'
import { findLongFunctions } from './longFunctions.js'

const lines = (count: number) => Array.from({ length: count }, (_, index) => `  step(${index})`).join('\n')
const found = (path: string, source: string) =>
  findLongFunctions(path, source).map(({ name, line, lines }) => [name, line, lines])

it('lists functions of more than 60 lines with their names, and none of 60', () => {
  const source = `function short() {\n${lines(58)}\n}\nexport function long() {\n${lines(59)}\n}\n`
  expect(found('a.ts', source)).toEqual([['long', 61, 61]])
})

it('names methods, arrow functions and what stands in a longer function', () => {
  const source = [
    'const outer = (step: () => void) => {',
    '  return {',
    '    inner() {',
    lines(60),
    '    },',
    '  }',
    '}',
  ].join('\n')
  expect(found('a.ts', source)).toEqual([
    ['outer', 1, 66],
    ['inner', 3, 62],
  ])
})

it('lets a component that ends in one return of elements have 90', () => {
  const component = (name: string, count: number) =>
    `export function ${name}() {\n  return (\n    <p>\n${lines(count).replaceAll('step', 'text')}\n    </p>\n  )\n}\n`
  expect(found('a.tsx', component('View', 84))).toEqual([])
  expect(found('a.tsx', component('View', 85))).toEqual([['View', 1, 91]])
  expect(found('a.tsx', component('view', 84))).toEqual([['view', 1, 90]])
})

it('refuses what it cannot read', () => {
  expect(() => findLongFunctions('a.ts', 'function (')).toThrow('a.ts')
})
