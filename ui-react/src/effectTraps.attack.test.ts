// What a plugin's effects throw, with the build of React that an app ships. Development builds read what an effect threw
// before anybody can replace it: docs/decisions/contained-views.md.
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from '../gallery/launchBrowser.js'

let browser: Browser
let page: Page
beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../test/effectTraps.tsx', import.meta.url))],
    bundle: true,
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    loader: { '.css': 'empty' },
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
  })
  browser = await launchBrowser()
  page = await browser.newPage()
  await page.setContent('<!doctype html><title>App</title>')
  await page.addScriptTag({ content: outputFiles[0]?.text ?? '' })
})
afterAll(() => browser?.close())

it('what cannot be read and is thrown by an effect costs its own view', async () => {
  const results = await page.evaluate(() => window.surviveEffectTraps())
  expect(Object.keys(results)).toHaveLength(13)
  expect(Object.entries(results).filter(([, broken]) => broken)).toEqual([])
})
