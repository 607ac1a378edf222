import { expect, it } from 'vitest'
import * as entry from './index.js'

it('exports exactly these names', () => {
  expect(Object.keys(entry).sort()).toMatchSnapshot()
})
