import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { z } from 'zod'

const answer = z.object({
  content: z.array(z.object({ text: z.string() })),
  isError: z.optional(z.boolean()),
})

/** Reads a page as an agent does: from the published server, started by the command of its README. */
export async function askServer(
  address: string,
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const client = new Client({ name: 'newcomer', version: '1.0.0' })
  const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...environment }
  await client.connect(new StdioClientTransport({ command: 'npx', args: ['-y', '@latchkey/mcp'], env }))
  try {
    const { content, isError } = answer.parse(
      await client.callTool({ name: 'read_page', arguments: { address } }),
    )
    const text = content.map((part) => part.text).join('\n')
    if (isError) throw new Error(text)
    return text
  } finally {
    await client.close()
  }
}
