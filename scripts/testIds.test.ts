// Test ids that documents name are part of what hosts rely on: each stands in the product, and those of the reference too.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './workspace.js'

const list = (...patterns: readonly string[]) =>
  execFileSync('git', ['ls-files', ...patterns], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Every literal and template of the product, with one sign for what a template fills in: `wallet-selector-*`. */
const written = new Set(
  list('ui-react/src/*.ts*', 'plugins/*/src/**/*.ts*')
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .flatMap((path) => [...read(path).matchAll(/'([a-z][\w-]*)'|"([a-z][\w-]*)"|`([^`\n]+)`/g)])
    .map(([, single, double, template]) => single ?? double ?? (template ?? '').replace(/\$\{[^}]*\}/g, '*')),
)
const stands = (id: string) => written.has(id.replace(/<[^>]+>/g, '*'))

const documented = list('ui-react/README.md', 'plugins/*/README.md').flatMap((path) => {
  const [, section = ''] = read(path).split(/^## Test ids$/m)
  const rows = section.split(/^## /m)[0] ?? ''
  return [...rows.matchAll(/^\| (`[^|]+)\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, id = '']) => [path, id] as const),
  )
})

describe('the documented test ids', () => {
  it('are found', () => expect(documented.length).toBeGreaterThan(40))
  it.each(documented)('of %s: %s stands in the product', (_, id) => expect(stands(id)).toBe(true))
})

describe('a test id of the reference', () => {
  it.each([
    ['connect-button', 'connect-button'],
    ['account-button', 'account-button'],
    ['account-button-<ns>', 'account-button-<namespace>'],
    ['w3m-network-button', 'lk-network-button'],
    ['w3m-modal-card', 'lk-modal-card'],
    ['w3m-modal-overlay', 'lk-modal-overlay'],
    ['w3m-header-close', 'lk-header-close'],
    ['header-back', 'header-back'],
    ['all-wallets', 'all-wallets'],
    ['wallet-selector-<id>', 'wallet-selector-<id>'],
    ['social-selector-<name>', 'social-selector-<name>'],
    ['disconnect-button', 'disconnect-button'],
    ['wallet-features-<feature>-button', 'wallet-features-<feature>-button'],
    ['w3m-account-select-network', 'lk-account-select-network'],
    ['w3m-collapse-wallets-button', 'lk-collapse-wallets-button'],
    ['w3m-connecting-siwe-sign', 'siwx-sign'],
    ['w3m-connecting-siwe-cancel', 'siwx-cancel'],
    ['copy-wc2-uri', 'copy-wc2-uri'],
    ['wui-qr-code', 'lk-pairing-code'],
    ['wallet-search-item-<id>', 'lk-directory-<id>'],
    ['account-choose-name-button', 'lk-choose-name'],
    ['account-toggle-preferred-account-type', 'lk-account-kind-<kind>'],
    ['swap-action-button', 'swap-action-button'],
    ['add-connection-button', 'add-connection-button'],
    ['disconnect-all-button', 'disconnect-all-button'],
  ])('%s has ours: %s', (_, id) => expect(stands(id)).toBe(true))
})
