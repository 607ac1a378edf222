import { describe, expect, it } from 'vitest'
import { noteUnpublished, unpublishedNote } from './noteUnpublished.js'

const block = '```sh\nnpm install @latchkey/kernel\n\nnpm test\n```'

describe('noteUnpublished', () => {
  it('follows the first block that installs a package of ours', () => {
    expect(noteUnpublished(`# Send\n\nInstall:\n\n${block}\n\nThen:\n\n${block}\n`)).toBe(
      `# Send\n\nInstall:\n\n${block}\n\n${unpublishedNote}\n\nThen:\n\n${block}\n`,
    )
  })

  it.each([
    'npx latchkey-devstack evm',
    'npx @latchkey/codemod from rainbowkit src',
    'npm create latchkey-plugin',
  ])('follows the paragraph that names "%s"', (named) => {
    expect(noteUnpublished(`One.\n\nRun \`${named}\`.\n\nTwo.`)).toBe(
      `One.\n\nRun \`${named}\`.\n\n${unpublishedNote}\n\nTwo.`,
    )
  })

  it.each([
    `They aren't on the public npm registry yet.\n\n${block}`,
    'Run `npm install` and `npm create vite@9`.',
  ])('leaves a page as it is that says so itself or names no package of ours', (text) => {
    expect(noteUnpublished(text)).toBe(text)
  })
})
