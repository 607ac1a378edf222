import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lastRelease } from './lastRelease.js'

describe('the last release', () => {
  let folder: string
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args], {
      cwd: folder,
      stdio: 'pipe',
    })

  function release(text: string, ...tags: readonly string[]): void {
    writeFileSync(join(folder, 'pay.txt'), text)
    git('add', '.')
    git('commit', '-qm', text)
    for (const tag of tags) git('tag', tag)
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-release-'))
    git('init', '-q')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('is the newest by its version, not by its time or its text', () => {
    release('ten', '@x/pay@1.10.0', '@x/pay-more@3.0.0')
    release('nine', '@x/pay@1.9.3')
    expect(lastRelease(folder, '@x/pay', 'pay.txt')).toEqual({ version: '1.10.0', api: 'ten' })
  })

  it('is nothing before the first, and has no promises where its commit told none', () => {
    release('one', 'v1')
    expect(lastRelease(folder, '@x/pay', 'pay.txt')).toBeUndefined()
    git('tag', '@x/pay@1.0.0')
    expect(lastRelease(folder, '@x/pay', 'other.txt')).toEqual({ version: '1.0.0', api: undefined })
  })
})
