import { describe, expect, it } from 'vitest'
import { everythingForAgents, listForAgents } from './writeLists.js'

const page = (slug: string, title: string) => ({
  slug,
  title,
  description: `About ${title}.`,
  body: `${title} it.`,
})
const groups = [
  { label: 'Start', pages: [page('', 'Begin')] },
  {
    label: 'Jobs',
    pages: [page('jobs/send', 'Send'), page('packages/send/api', 'API'), page('decisions/send', 'Why')],
  },
]

describe('listForAgents', () => {
  it('has a line for each page, below its part of the menu', () => {
    expect(listForAgents(groups)).toContain('## Start\n\n- [Begin](/index.md): About Begin.\n\n## Jobs')
    expect(listForAgents(groups)).toContain('- [Why](/decisions/send.md): About Why.')
  })
})

describe('everythingForAgents', () => {
  it('has the pages one after the other, without references and decisions', () => {
    expect(everythingForAgents(groups)).toBe(
      '<!-- /index.md -->\n\n# Begin\n\nBegin it.\n\n<!-- /jobs/send.md -->\n\n# Send\n\nSend it.\n',
    )
  })
})
