// Every event of the catalogue is emitted by the product, or belongs to a feature that is not there yet.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { catalogue } from './catalogue.js'
import { renamed } from './toAnalyticsEvent.js'

/**
 * Events in the specification for things the product doesn't have: an offer to leave the embedded wallet for another, a
 * button "Convert" and a choice of network in swaps. Remove an event from this list once it's emitted.
 */
const ofLaterFeatures = /^(?:EMAIL_UPGRADE_FROM_MODAL|CLICK_CONVERT|CLICK_SELECT_NETWORK_TO_SWAP)$/

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const isProduct = (path: string) => !/\.test(?:-d)?\.tsx?$|\/testing\//.test(path)
const packages = ['kernel', 'ui-react', ...readdirSync(`${root}plugins`).map((name) => `plugins/${name}`)]
const sources = packages.flatMap((name) =>
  readdirSync(`${root}${name}/src`, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && isProduct(path))
    .map((path) => readFileSync(`${root}${name}/src/${path}`, 'utf8')),
)

/** Ids by the name of the constant that is the event's key. */
const keys = new Map(
  sources.flatMap((text) =>
    [...text.matchAll(/const (\w+) = event(?:<[\s\S]{0,600}?>)?\(\s*'(\w+)'/g)].map(
      ([, key = '', id = '']) => [key, id] as const,
    ),
  ),
)
const emitted = new Set(
  sources.flatMap((text) =>
    [...text.matchAll(/\b(?:emit|observe|toObservation)\(\s*(?:(\w+)|'(\w+)')\s*,/g)].map(
      ([, key = '', id]) => id ?? keys.get(key),
    ),
  ),
)
const idsOf = (name: string) => [name, ...Object.keys(renamed).filter((id) => renamed[id] === name)]
const isEmitted = (name: string) => idsOf(name).some((id) => emitted.has(id))
const names = Object.keys(catalogue)

it('names no event that no product code emits', () => {
  expect(names.filter((name) => !ofLaterFeatures.test(name) && !isEmitted(name))).toEqual([])
})

it('calls no event one of a later feature that is emitted already', () => {
  expect(names.filter((name) => ofLaterFeatures.test(name) && isEmitted(name))).toEqual([])
})
