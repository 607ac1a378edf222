import { expect, it } from 'vitest'
import * as themes from './index.js'

it('exports exactly these names', () => {
  expect(Object.keys(themes).sort()).toEqual(['harbour', 'nightshift', 'orchard', 'radii', 'remSizes'])
})
