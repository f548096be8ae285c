curl 'http://127.0.0.1:4010/data_dictionary/variables_cages/cage-text?include=author' \
  --header 'Accept: application/vnd.api+json' \
  --header 'X-Domain: 00000000-0000-4000-8000-000000000401' \
  --header 'X-API-KEY: YOUR_API_KEY' \
  --header 'X-API-SECRET: YOUR_API_SECRET'
