import * as z from 'zod/mini'

/** One page of the documentation, as Markdown. */
export const docsPage = z.object({
  /** Its address on the site without slashes at the ends, such as `jobs/connect`; empty for the first page. */
  slug: z.string(),
  title: z.string(),
  /** One or two sentences. */
  description: z.string(),
  /** The part of the menu that lists it. */
  group: z.string(),
  /** The whole page, its title included. */
  text: z.string(),
})

export type DocsPage = z.infer<typeof docsPage>
