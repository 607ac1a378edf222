import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { askServer } from './askServer.js'
import { root } from '../workspace.js'
import { sectionOf } from './readSteps.js'

/** A newcomer with one wish, and the text that they follow from an empty folder until it comes true. */
export interface Journey {
  readonly name: string
  /** Followed in the long tests. The others are followed before a release. */
  readonly isAlways?: true
  /** Reads what the newcomer follows. */
  readonly read: (documentation: Documentation) => Promise<string>
  /** Does in the browser what the text says. Throws unless the wish comes true. */
  readonly succeed: (page: Page) => Promise<void>
  /** Whether a generator is called, whose name has no scope that npm could be told where to find. */
  readonly isGenerated?: true
  /** Whether what is followed needs Node 22.12, which the text says. */
  readonly needsNewerNode?: true
}

/** The ways to the documentation. */
export interface Documentation {
  /** The folder of the built site. */
  readonly site: string
  /** The settings with which a command installs packages. */
  readonly environment: Readonly<Record<string, string>>
}

const pageOf = ({ site }: Documentation, slug: string) => readFile(join(site, `${slug}.md`), 'utf8')

/** Presses a button until something shows: a page that is drawn by a server takes no press before its scripts have run. */
async function pressUntil(button: Locator, shown: Locator): Promise<void> {
  for (let tries = 0; tries < 60; tries += 1) {
    await button.click()
    const isShown = await shown.waitFor({ timeout: 1_000 }).then(
      () => true,
      () => false,
    )
    if (isShown) return
  }
  await shown.waitFor({ timeout: 1_000 })
}

/** Connects the testkit's wallet, which asks in a dialog of the page. */
async function connectTestWallet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /test wallet/i })
    .click()
  await page.getByRole('button', { name: 'Approve' }).click()
}

/**
 * Connects until something shows: on a busy machine the server compiles its route for longer than the page waits, and the page says to
 * try again.
 */
async function connectUntil(page: Page, shown: Locator): Promise<void> {
  for (let tries = 0; tries < 3; tries += 1) {
    await connectTestWallet(page)
    const isShown = await shown.waitFor({ timeout: 30_000 }).then(
      () => true,
      () => false,
    )
    if (isShown) return
  }
}

/** One for each of the wishes that people come with, each by another way to the documentation. */
export const journeys: readonly Journey[] = [
  {
    name: 'an app in one command, by the site',
    isAlways: true,
    isGenerated: true,
    read: async (documentation) => sectionOf(await pageOf(documentation, 'start'), 'A new app'),
    async succeed(page) {
      await connectTestWallet(page)
      await page.getByText(/^Hello 0x[\da-fA-F]{40}$/).waitFor()
    },
  },
  {
    name: 'a new app, by the pages of the MCP server',
    read: async ({ environment }) =>
      sectionOf(await askServer('start', environment), 'By hand, or in an app that you have'),
    async succeed(page) {
      await connectTestWallet(page)
      await page.getByText(/^Hello 0x[\da-fA-F]{40}$/).waitFor()
    },
  },
  {
    name: 'a new app, by the skill',
    isAlways: true,
    read: () => readFile(join(root, 'skills/latchkey/SKILL.md'), 'utf8'),
    async succeed(page) {
      await page.getByRole('button', { name: 'Connect wallet' }).click()
      await page.getByRole('dialog').getByText('Get a wallet').waitFor()
    },
  },
  {
    name: 'an app that has wagmi, by llms.txt',
    read: async (documentation) => {
      const list = await readFile(join(documentation.site, 'llms.txt'), 'utf8')
      const address = /^- \[[^\]]*wagmi[^\]]*\]\(\/(.+?)\.md\)/m.exec(list)?.[1]
      if (address === undefined) throw new Error('llms.txt lists no page about wagmi.')
      return pageOf(documentation, address)
    },
    async succeed(page) {
      await connectTestWallet(page)
      // The app's own line, drawn by its own hook.
      await page.getByText('status: connected').waitFor()
    },
  },
  {
    name: 'a Next app with sign-in, by the site',
    isAlways: true,
    read: async (documentation) => sectionOf(await pageOf(documentation, 'jobs/sign-in'), 'A whole Next app'),
    async succeed(page) {
      await pressUntil(
        page.getByRole('button', { name: 'Try to read the secret' }),
        page.getByText('Sign in first.'),
      )
      await connectUntil(page, page.getByRole('button', { name: 'Sign in', exact: true }))
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByRole('button', { name: 'Approve' }).click()
      await page.getByRole('button', { name: 'Read the secret', exact: true }).click()
      await page.getByText(/^Only you can read this, eip155:1:0x[\da-fA-F]{40}\.$/).waitFor()
    },
  },
  {
    name: 'email login with a service of one’s own, by llms-full.txt',
    needsNewerNode: true,
    read: async ({ site }) => {
      const whole = await readFile(join(site, 'llms-full.txt'), 'utf8')
      const app = ['1. Make an app', '2. Install', '3. List what you want', '4. Draw a button']
      const start = fromWhole(whole, 'start')
      return [
        ...app.map((heading) => sectionOf(start, heading)),
        sectionOf(fromWhole(whole, 'jobs/email-login'), 'Try it on your machine'),
      ].join('\n')
    },
    async succeed(page) {
      await page.getByRole('button', { name: 'Connect wallet' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Email').fill('newcomer@example.com')
      await dialog.getByRole('button', { name: 'Continue with email' }).click()
      await dialog.getByRole('textbox', { name: /code/i }).fill(await codeFromMail(page))
      await page.frameLocator('iframe').getByRole('button', { name: 'I’ve written it down' }).click()
      await page.getByText(/^Hello 0x[\da-fA-F]{40}$/).waitFor()
    },
  },
]

/** A page out of the file that has them all. */
function fromWhole(whole: string, slug: string): string {
  const found = whole
    .split(/^(?=<!-- \/\S+\.md -->$)/m)
    .find((part) => part.startsWith(`<!-- /${slug}.md -->`))
  if (found === undefined) throw new Error(`llms-full.txt has no page "${slug}".`)
  return found
}

/** Reads the code on the page of the mail server, as the text says. */
async function codeFromMail(page: Page): Promise<string> {
  const mails = await page.context().newPage()
  await mails.goto('http://localhost:1080')
  const subject = mails.getByText(/\d{6} is your wallet code/).first()
  const [code = ''] = /\d{6}/.exec((await subject.textContent()) ?? '') ?? []
  await mails.close()
  return code
}
