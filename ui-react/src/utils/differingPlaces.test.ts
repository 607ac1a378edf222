import { expect, it } from 'vitest'
import { differingPlaces } from './differingPlaces.js'

const places = (one: string, other: string) => [...differingPlaces(one, other)]

it('lists each character that is another one, and those that the other lacks', () => {
  expect(places('0xAbc1', '0xaBc2')).toEqual([5])
  expect(places('AbcD', 'abcD')).toEqual([0])
  expect(places('abcde', 'abc')).toEqual([3, 4])
  expect(places('abc', 'abc')).toEqual([])
})
