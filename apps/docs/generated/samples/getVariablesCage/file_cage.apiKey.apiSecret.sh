curl 'http://127.0.0.1:4010/data_dictionary/variables_cages/cage-file?include=values' \
  --header 'Accept: application/vnd.api+json' \
  --header 'X-Domain: 3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30' \
  --header 'X-API-KEY: YOUR_API_KEY' \
  --header 'X-API-SECRET: YOUR_API_SECRET'
