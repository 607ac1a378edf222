import { expect, it } from 'vitest'
import * as entry from './index.js'

it('exports these names and no others', () => {
  expect(Object.keys(entry)).toEqual(['latchkeyConnector', 'wagmiNetworks'])
})
