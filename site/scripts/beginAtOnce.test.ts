import { expect, it } from 'vitest'
import { beginAtOnce } from './beginAtOnce.js'

it('begins as the script runs', () => {
  const script = 'found.push(1);window.addEventListener("DOMContentLoaded",()=>{found.push(2)});found.push(3)'
  const found: number[] = []
  new Function('found', beginAtOnce(script))(found)
  expect(found).toEqual([1, 2, 3])
})

it.each([
  'begin()',
  'window.addEventListener("DOMContentLoaded",a);window.addEventListener("DOMContentLoaded",b)',
])('says when the script is not what it was', (script) => {
  expect(() => beginAtOnce(script)).toThrow('See how it begins')
})
