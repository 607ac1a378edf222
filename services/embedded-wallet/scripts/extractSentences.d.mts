export function extractSentences(folder: string): readonly string[]
