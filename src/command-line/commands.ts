/** Commands that are no lookups: their names and what help says of them. */

export const commands = [
  {
    name: 'export',
    usage: 'export SYMBOL FILE',
    summary: 'A company’s statements as a file: .xlsx, .csv, .tsv, .md or .json by its name.',
  },
  {
    name: 'take-offline',
    usage: 'take-offline WATCHLIST --key-file FILE',
    summary:
      'Download a watchlist for offline use, with the API key of a file; --kinds and --years choose what, else the list’s last choice.',
  },
  {
    name: 'publish',
    usage: 'publish --to FOLDER|s3://BUCKET/FOLDER',
    summary:
      'Publish the library as Parquet files; no window may have the profile open. To S3 with --endpoint URL, --region NAME and AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY in the environment.',
  },
  {
    name: 'pack',
    usage: 'pack --to FILE --author NAME --companies A,B',
    summary:
      'Write companies, or those of --watchlist NAME, into a pack for a colleague; --kinds chooses what, --from and --until which periods, --encrypt asks for a passphrase.',
  },
  {
    name: 'open-pack',
    usage: 'open-pack FILE',
    summary: 'Check a pack, then add what is new in it to the library; no window may have the profile open.',
  },
  {
    name: 'mcp',
    usage: 'mcp',
    summary: 'Answer an assistant over standard input and output (Model Context Protocol).',
  },
  { name: 'schema', usage: 'schema COMMAND', summary: 'The JSON schemas of a lookup’s input and answer.' },
  {
    name: 'completion',
    usage: 'completion bash|zsh',
    summary: 'A script that completes commands and options in your shell.',
  },
  { name: 'man', usage: 'man', summary: 'The manual page in the format of man: tearsheet man | man -l -' },
  { name: 'help', usage: 'help [COMMAND]', summary: 'This help, or that of a command.' },
] as const

export type CommandName = (typeof commands)[number]['name']
