/** What `--help` prints; no line is longer than 80 columns. */
export const usage = `Holds a server to its contract.

Usage: workflow-api-verify --base-url URL [options]

The server
  --base-url URL         its address, with what stands before the paths
  --domain ID            short for --value X-Domain=ID
  --value NAME=VALUE     the value of a parameter that the server knows, since
                         the examples of the contract are not its own; for one
                         operation only: OPERATION.NAME=VALUE; repeatable
  --values FILE          the same as JSON: { "NAME": value, ... }
  --contract FILE        the contract (default: the packaged one)
  --exact                it is a mock: it answers with the examples themselves

What is sent
  --write                also what is not GET or HEAD (default: it only reads)
  --only TEXT            cases with this in their title, or of this group;
                         repeatable
  --explore NUMBER       random requests of each operation, beyond the cases
                         that the contract gives (default: 20); what fails is
                         made as small as it can be
  --seed NUMBER          other random requests, and other values where a schema
                         leaves them free; the same seed sends the same
                         (default: 1)
  --timeout MS           the longest wait for an answer (default: 10000)
  --concurrency NUMBER   requests at the same time (default: 8)
  --rate NUMBER          requests a second at most (default: no limit)

What comes of it
  --reporter NAME[=FILE] tty (default), junit, json, markdown, html or sarif;
                         without a file to standard output; repeatable
  --write-baseline FILE  write the findings of this run
  --baseline FILE        fail on findings only that are not in this file
  --allow-untried        end with 0 though an operation could not be tried, for
                         want of credentials or of values
  --help, --version

Secrets come from the environment, one variable for each security scheme of the
contract: WORKFLOW_ and its name, such as WORKFLOW_API_KEY for apiKey. They are
written nowhere; a reproduction names the variable.

Exit codes: 0 the server agrees with the contract, 1 it does not, 2 it could not
be tried, or not wholly, 130 interrupted.
`;
