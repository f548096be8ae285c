const response = await fetch("http://127.0.0.1:4010/data_dictionary/variables_cages/cage-text?include=author", {
  headers: {
    Accept: "application/vnd.api+json",
    "X-Domain": "00000000-0000-4000-8000-000000000401",
    "X-API-KEY": "YOUR_API_KEY",
    "X-API-SECRET": "YOUR_API_SECRET",
  },
});
console.log(response.status, await response.json());
