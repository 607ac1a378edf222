import { expect, test } from 'vitest'
import { startPage } from './startPage.js'

test('shows the wallet’s picture', async () => {
  const { connector, stop } = startPage()
  const { icon } = connector
  await stop()
  expect(
    icon ?? '',
    `Next: give __label__ its picture, a square of at least 96 pixels. In src/__camel__.ts, put this in the place of "...(icon && { icon }),":

  icon: icon ?? 'https://__pluginId__.example/icon.png',

A "data:image/…" address does as well, and needs no host. README.md says what comes after that.
`,
  ).toMatch(/^(https:|data:image\/)/)
})
