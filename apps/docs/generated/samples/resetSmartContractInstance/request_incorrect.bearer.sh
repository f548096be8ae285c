curl --request POST 'http://127.0.0.1:4010/v1/flow_instances/flow-1/relationships/container_instances/container-1/relationships/process_instances/process-1/relationships/task_instances/task-not-failed/reset' \
  --header 'Accept: application/vnd.api+json' \
  --header 'X-Domain: 3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30' \
  --header 'Authorization: Bearer YOUR_BEARER_TOKEN'
