curl --request POST 'http://127.0.0.1:4010/v1/flow_instances/flow-1/relationships/container_instances/container-1/relationships/process_instances/process-1/relationships/task_instances/task-failed/reset' \
  --header 'Accept: application/vnd.api+json' \
  --header 'X-Domain: 00000000-0000-4000-8000-000000000401' \
  --header 'Authorization: Bearer YOUR_BEARER_TOKEN'
