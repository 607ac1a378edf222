import AxeBuilder from '@axe-core/playwright'
import type { Browser, FrameLocator } from 'playwright'

/**
 * Uses each live example as a reader does, in a browser that reaches nothing but this machine.
 *
 * @returns what did not work, as sentences
 */
export async function tryLiveExamples(browser: Browser, url: string): Promise<readonly string[]> {
  const tried = {
    'jobs/connect': connect,
    'jobs/account': seeAccount,
    'jobs/send': send,
    'jobs/theming': buildTheme,
  }
  const problems: string[] = []
  for (const [path, use] of Object.entries(tried)) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 1000 } })
    const page = await context.newPage()
    const asked: string[] = []
    page.on('request', (request) => !request.url().startsWith(url) && asked.push(request.url()))
    page.on('pageerror', (error) => problems.push(`/${path}/ throws ${error.message}`))
    try {
      await page.goto(`${url}/${path}/`)
      await page.locator('a[data-live]').click()
      await use(page.frameLocator('iframe.live-frame'))
      const { violations } = await new AxeBuilder({ page }).include('iframe').analyze()
      problems.push(...violations.map(({ id, nodes }) => `/${path}/ in use, axe ${id}: ${nodes[0]?.html}`))
    } catch (error) {
      problems.push(
        `The live example of /${path}/ cannot be used: ${String(error).split('\n').slice(0, 6).join(' ')}`,
      )
    }
    problems.push(
      ...asked.filter((each) => !/^(?:data|blob):/.test(each)).map((each) => `/${path}/ asks ${each}`),
    )
    await context.close()
  }
  return problems
}

async function connect(frame: FrameLocator): Promise<void> {
  await frame.getByTestId('connect-button').click()
  await frame.getByRole('button', { name: /Simulated wallet/ }).click()
  await frame.getByRole('button', { name: 'Approve' }).click()
  await frame.getByTestId('account-button').waitFor()
}

async function seeAccount(frame: FrameLocator): Promise<void> {
  await frame.getByText('EXD').first().waitFor()
  await frame.getByText('1,250').first().waitFor()
}

async function send(frame: FrameLocator): Promise<void> {
  await frame.getByRole('button', { name: /^Preview/ }).click()
  await frame.getByRole('button', { name: /^Send 0.05/ }).click()
  await frame.getByRole('button', { name: 'Approve' }).click()
  await frame.getByText('0.05 ETH sent').waitFor()
}

async function buildTheme(frame: FrameLocator): Promise<void> {
  await frame.getByLabel(/^Corners/).fill('10')
  await frame.getByTestId('theme-code').getByText('"10px"').waitFor()
  await frame.getByRole('button', { name: /Simulated wallet/ }).waitFor()
}
